# One image, three servers: the gateway, unless told `node --max-semi-space-size=64 dist/api.js` or `node dist/worker.js`.
# compose.yaml runs all of them beside a PostgreSQL.

FROM node:22-bookworm-slim AS build
WORKDIR /manabook
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM node:22-bookworm-slim
WORKDIR /manabook
ENV NODE_ENV=production MANABOOK_ROOT=/manabook DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /manabook/package.json ./package.json
COPY --from=build /manabook/node_modules ./node_modules
COPY --from=build /manabook/schema/graphql ./schema/graphql
COPY --from=build /manabook/api/db/migrations ./api/db/migrations
COPY --from=build /manabook/gateway/explorer ./gateway/explorer
COPY --from=build /manabook/locales ./locales
COPY --from=build /manabook/dist ./dist
USER node
VOLUME /data
EXPOSE 4000 4001
CMD ["node", "--enable-source-maps", "dist/gateway.js"]
