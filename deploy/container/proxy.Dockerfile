# The caching proxy: nginx and its modules as Debian 13 packages them, with Debian's security updates
# as of the day of the build.

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
# No versions: once there is a security update, the old version is gone from the archive.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
      ca-certificates certbot curl libnginx-mod-http-lua nginx openssl tzdata \
    && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/* \
    && groupadd --gid 10001 threeline-proxy \
    && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin threeline-proxy \
    && mkdir -p /etc/threeline /run/threeline-proxy /var/cache/threeline-proxy /var/lib/threeline-proxy \
    && chown threeline-proxy: /etc/threeline /run/threeline-proxy /var/cache/threeline-proxy /var/lib/threeline-proxy
COPY deploy/proxy /opt/threeline/proxy
COPY --chmod=755 deploy/container/proxy-start.sh /opt/threeline/proxy-start.sh
USER threeline-proxy
EXPOSE 80 443 443/udp
STOPSIGNAL SIGQUIT
ENTRYPOINT ["/opt/threeline/proxy-start.sh"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["curl", "--fail", "--silent", "http://127.0.0.1:8090/health"]
# No revision label: the proxy restarts only if the image has changed.
LABEL org.opencontainers.image.vendor=Threeline org.opencontainers.image.title="Threeline proxy"
