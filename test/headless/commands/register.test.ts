import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { clockSaid, create, status } from '../../../electron/headless/commands/register.ts';
import { Scene } from '../../support/scene.ts';
import { testHost } from '../test-host.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

/** A port of this computer at which nobody listens. */
function silentPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

describe('intray register', () => {
  it('needs an address', async () => {
    await expect(status({}, testHost())).rejects.toThrow('Give its address with --register or INTRAY_REGISTER_URL.');
  });

  it('takes the address of the environment before the flag, and says which register cannot be reached', async () => {
    const port = await silentPort();
    const host = testHost({ environment: { INTRAY_REGISTER_URL: `postgres://desk:hunter2@127.0.0.1:${port}/intray` } });
    const refused = status({ register: 'postgres://db.example.com/intray' }, host);
    await expect(refused).rejects.toThrow(`The register at 127.0.0.1:${port}/intray cannot be reached: `);
    await expect(create({}, host)).rejects.not.toThrow('hunter2');
  });

  it('refuses to reach another computer without encryption', async () => {
    const refused = create({ register: 'postgres://db.example.com/intray?sslmode=disable' }, testHost());
    await expect(refused).rejects.toThrow('Leave out “sslmode=disable”, and set up a certificate on the server.');
  });

  it('says on which side of the clock here the register’s is', () => {
    expect(inEnglish(clockSaid(-4))).toBe('Its clock is 4 ms behind the one here; nothing depends on that.');
    expect(inEnglish(clockSaid(1200))).toBe('Its clock is 1,200 ms ahead of the one here; nothing depends on that.');
  });

  it('says which file cannot be read', async () => {
    const register = 'postgres://db.example.com/intray';
    const missing = scene.path('missing');
    const host = testHost({ environment: { INTRAY_REGISTER_PASSWORD_FILE: missing } });
    await expect(status({ register }, host)).rejects.toThrow('INTRAY_REGISTER_PASSWORD_FILE: the file with the password');
    const certificates = status({ register: `${register}?sslrootcert=${missing}` }, testHost());
    await expect(certificates).rejects.toThrow('The file with the certificates to trust cannot be read');
  });

  it('does not show the password of a file where the address is wrong', async () => {
    writeFileSync(scene.path('password'), 'hunter2');
    const host = testHost({ environment: { INTRAY_REGISTER_PASSWORD_FILE: scene.path('password') } });
    await expect(status({ register: 'mysql://db.example.com/intray' }, host)).rejects.toThrow(
      'This is not the address of a register.',
    );
  });
});
