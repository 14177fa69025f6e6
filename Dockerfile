# The window and Chroma's server from one image; compose.yaml runs both.
FROM python:3.12-slim

RUN useradd --create-home --uid 10001 askpapers && install -d -o askpapers /data /home/askpapers/.cache
WORKDIR /app
COPY pyproject.toml constraints.txt README.md ingest.py ./
COPY rag rag
COPY ui ui
COPY data data
RUN pip install --no-cache-dir --constraint constraints.txt .

USER askpapers
ENV ANONYMIZED_TELEMETRY=false GRADIO_ANALYTICS_ENABLED=false PYTHONUNBUFFERED=1 RAG_INDEX=/data/index
VOLUME /data
EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:7860/healthz', timeout=4)"]
# Others than this container may reach it, so it asks for a name and a password.
CMD ["python", "-m", "ui", "--host", "0.0.0.0", "--auth", "/run/secrets/users"]
