# Companion in a container: built from a checkout, runs as nobody, keeps everything in /data.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /wheel

FROM python:3.12-slim
# What OpenCV needs of the system.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libgl1 libglib2.0-0 \
 && rm -rf /var/lib/apt/lists/*
COPY requirements.lock /tmp/requirements.lock
COPY --from=build /wheel /tmp/wheel
RUN pip install --no-cache-dir --constraint /tmp/requirements.lock /tmp/wheel/*.whl \
 && rm -rf /tmp/wheel /tmp/requirements.lock \
 && install -d -o nobody -g nogroup -m 700 /data
USER nobody
ENV COMPANION_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8100
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8100/health', timeout=4)"]
CMD ["companion", "serve"]
