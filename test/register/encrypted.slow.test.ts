import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister, registerStatus } from '../../electron/register/administration.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { value } from './contract/account.ts';

let cluster: Cluster;
let authority: string;

function address(user: string, options: string, host = 'localhost') {
  const read = readAddress(`${cluster.address(user).replace('127.0.0.1', host)}?sslmode=verify-full${options}`);
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

const trusting = () => `&sslrootcert=${encodeURIComponent(authority)}`;

describe('A register that is reached encrypted', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
  });

  afterAll(() => cluster?.end());

  itWithPostgres('refuses a server that offers no encryption, and says what to set up', async () => {
    const answer = await registerStatus(address('intray', ''));
    expect(answer).toMatchObject({ ok: false, error: { kind: 'untrusted', message: { code: 'register.noTls' } } });
    authority = cluster.encrypt();
    await expect.poll(() => cluster.sql("SELECT current_setting('ssl')")).toBe('on');
  });

  itWithPostgres('works with a certificate that an authority has signed which the address names', async () => {
    await value(createRegister(address('owner', trusting()), 'intray'));
    const register = await value(openRegister(address('intray', trusting())));
    const heard = Promise.withResolvers<void>();
    register.listen(() => heard.resolve());
    await heard.promise;
    const lease = await value(register.begin({ id: 'machine', name: 'desk' }));
    await value(lease.renew('uploading'));
    expect(
      cluster.sql("SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'intray' AND NOT ssl"),
    ).toBe('0');
    await register.close();
  });

  itWithPostgres('refuses a certificate of an authority that it does not know', async () => {
    const message = { code: 'register.untrusted' };
    expect(await registerStatus(address('intray', ''))).toMatchObject({ ok: false, error: { kind: 'untrusted', message } });
  });

  itWithPostgres('refuses a certificate that is for another name', async () => {
    const answer = await registerStatus(address('intray', trusting(), '127.0.0.1'));
    expect(answer).toMatchObject({ ok: false, error: { kind: 'untrusted', message: { code: 'register.untrusted' } } });
  });
});
