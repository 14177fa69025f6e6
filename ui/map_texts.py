"""Labels of the map's tab."""

TEXTS = {
    "map.tab": ("Map", "地图"),
}
