# Two stages: packages are installed and the console is built in one, and only what runs goes into the other.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/build-console.mjs scripts/
COPY console console
COPY client/src client/src
COPY src/catalog src/catalog
# The console is built with packages that the service does without; the image brings Node 24 itself.
RUN npm ci --ignore-scripts --no-audit --no-fund \
    && node scripts/build-console.mjs \
    && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node-linux-*

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    CARDSTOCK_HOST=0.0.0.0 \
    CARDSTOCK_DATA=/data
RUN groupadd --gid 10001 cardstock \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data cardstock \
    && install -d -o cardstock -g cardstock -m 0700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/console/dist console/dist
COPY package.json LICENSE CHANGELOG.md ./
COPY bin bin
COPY scripts/node24.mjs scripts/node24.mjs
COPY demo demo
COPY src src
USER 10001:10001
VOLUME /data
EXPOSE 8080
# Ready means that the store answers; a worker, which serves nothing, is started with its own check (see compose.yaml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.CARDSTOCK_PORT??8080)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "src/main.ts"]
CMD ["serve"]
