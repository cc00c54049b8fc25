# One image, several processes: the gateway, unless told `node --max-semi-space-size=64 dist/api.js`, `node dist/worker.js`
# or a command such as `npm run nightly`. compose.yaml and docs/kubernetes.yaml run them.

FROM node:22-bookworm-slim AS build
WORKDIR /manabook
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build && node .launch/image.mjs /image

FROM node:22-bookworm-slim
WORKDIR /manabook
ENV NODE_ENV=production MANABOOK_ROOT=/manabook DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /image ./
USER node
VOLUME /data
EXPOSE 4000 4001 4002
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "dist/gateway.js"]
