# Companion in a container: built from a checkout, runs as nobody, keeps everything in /data.
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /wheel

FROM python:3.12-slim
COPY requirements.lock /tmp/requirements.lock
COPY --from=build /wheel /tmp/wheel
# OpenCV without windows reads photos just the same and needs no library of a desktop.
RUN pip install --no-cache-dir --constraint /tmp/requirements.lock /tmp/wheel/*.whl \
 && version=$(pip show opencv-python | sed -n 's/^Version: //p') \
 && pip uninstall -y opencv-python \
 && pip install --no-cache-dir --no-deps "opencv-python-headless==$version" \
 && rm -rf /tmp/wheel /tmp/requirements.lock \
 && install -d -o nobody -g nogroup -m 700 /data
USER nobody
ENV COMPANION_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8100
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8100/health', timeout=4)"]
CMD ["companion", "serve"]
