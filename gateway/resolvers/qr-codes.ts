import { exportQrCodes, exportTextBookQrCodes, regenerateContentQrCode, typedCode } from '#schema/rest/qr-codes.ts';
import type { Resolvers } from '#gateway/resolvers.generated.ts';

export const qrCodeResolvers: Resolvers = {
  Query: {
    exportQrCodes: (_, params, { client }) => client.call(exportQrCodes, { params }),
    exportTextBookQrCodes: (_, params, { client }) => client.call(exportTextBookQrCodes, { params }),
    typedCode: (_, query, { client }) => client.call(typedCode, { query }),
  },
  Mutation: {
    regenerateContentQrCode: (_, params, { client }) => client.call(regenerateContentQrCode, { params }),
  },
};
