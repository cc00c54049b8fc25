import { Router } from 'express';
import { clientAddress } from './client-address.ts';
import { named } from './request-log.ts';
import { noStore } from './security-headers.ts';

/** `/ip?format=json`: section 7's look-up of the visitor's public address, so that nobody else need be asked. */
export const addressRoutes = (): Router =>
  Router().get('/ip', named('/ip'), noStore, (request, response) => {
    response.json({ ip: clientAddress(request) });
  });
