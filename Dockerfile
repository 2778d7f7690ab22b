# The image is the archive of scripts/release/archive.ts on the C libraries that Node needs: no shell, no npm, no package manager.
# Another architecture is built on this one's machine: docker buildx build --platform linux/amd64,linux/arm64 .
FROM --platform=$BUILDPLATFORM node:24-bookworm AS archive
ARG TARGETARCH
WORKDIR /src
COPY . .
RUN npm pack --loglevel=error --pack-destination /out \
    && node scripts/release/archive.ts --target "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)" --out /out /out/cardstock-*.tgz \
    && mkdir -p /app /data \
    && tar -xzf /out/cardstock-*-linux-*.tar.gz --strip-components=1 -C /app

FROM gcr.io/distroless/cc-debian12
ARG VERSION=0.2.0
LABEL org.opencontainers.image.title="Cardstock" \
      org.opencontainers.image.description="A self-hosted service for the trading-card market" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    CARDSTOCK_HOST=0.0.0.0 \
    CARDSTOCK_DATA=/data
WORKDIR /app
COPY --from=archive /app /app
# An account without rights, the same as in the images before: it owns the volumes that are there.
COPY --from=archive --chown=10001:10001 --chmod=0700 /data /data
USER 10001:10001
VOLUME /data
EXPOSE 8080
# Ready means that the store answers; a worker, which serves nothing, is started with its own check (see compose.yaml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/app/node", "-e", "fetch('http://127.0.0.1:'+(process.env.CARDSTOCK_PORT??8080)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/node", "--disable-warning=ExperimentalWarning", "/app/bin/cardstock.js"]
CMD ["serve"]
