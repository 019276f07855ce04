import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

/**
 * The control surface makes keys: only a program that was given the token may use it, and no page of a browser.
 * Host keeps out a name that somebody points to this machine; Origin and Sec-Fetch-Site keep out other pages.
 */
export function guardControl(
  { headers }: FastifyRequest,
  { port, token }: { readonly port: number; readonly token: string },
): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) throw refused('the Host header names another machine');
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    throw refused('the request comes from another page');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused('the request comes from another page');
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined || !isSame(given, token)) {
    throw new ServiceError(401, 'The control surface needs its token, which the sandbox shows when it starts.', {
      'www-authenticate': 'Bearer',
    });
  }
}

function refused(why: string): ServiceError {
  return new ServiceError(403, `The control surface is for programs on this machine: ${why}.`);
}

function isSame(given: string, token: string): boolean {
  const first = Buffer.from(given);
  const second = Buffer.from(token);
  return first.length === second.length && timingSafeEqual(first, second);
}
