import { describe, expect, it } from 'vitest';
import { keychainAccount, readAddress } from '../../electron/register/address.ts';

describe('The address of a register', () => {
  it('needs a host and a database', () => {
    expect(readAddress('postgres://db.example.com/intray')).toEqual({
      ok: true,
      value: {
        host: 'db.example.com',
        port: 5432,
        database: 'intray',
        user: 'intray',
        tls: true,
        place: 'db.example.com:5432/intray',
      },
    });
  });

  it.for(['', 'db.example.com/intray', 'https://db.example.com/intray', 'postgres://db.example.com', 'postgres://a%/%ff'])(
    'is not “%s”',
    (address) => {
      expect(readAddress(address)).toMatchObject({ ok: false, error: { code: 'register.notAnAddress' } });
    },
  );

  it('says user, password and port, and shows neither user nor password', () => {
    const read = readAddress('postgresql://desk:p%40ss@db.example.com:6000/intray?sslrootcert=/etc/ca.pem');
    expect(read).toMatchObject({
      value: { user: 'desk', password: 'p@ss', port: 6000, rootCertificate: '/etc/ca.pem', place: 'db.example.com:6000/intray' },
    });
  });

  it('takes its own password before the one from elsewhere', () => {
    expect(readAddress('postgres://a:own@db.example.com/intray', 'other')).toMatchObject({ value: { password: 'own' } });
    expect(readAddress('postgres://db.example.com/intray', 'other')).toMatchObject({ value: { password: 'other' } });
  });

  it.for(['localhost', '127.0.0.1', '[::1]'])('is not encrypted on %s unless it asks for that', (host) => {
    expect(readAddress(`postgres://${host}/intray`)).toMatchObject({ value: { tls: false } });
    expect(readAddress(`postgres://${host}/intray?sslmode=verify-full`)).toMatchObject({ value: { tls: true } });
  });

  it('is refused where it would not be encrypted beyond this computer, or not checked', () => {
    const open = readAddress('postgres://db.example.com/intray?sslmode=disable');
    expect(open).toMatchObject({ error: { code: 'register.tlsNeeded', values: { host: 'db.example.com' } } });
    const unchecked = readAddress('postgres://db.example.com/intray?sslmode=require');
    expect(unchecked).toMatchObject({ error: { code: 'register.tlsMode', values: { mode: 'require' } } });
  });

  it('takes the directory of a socket for the host, on this machine', () => {
    const read = readAddress('postgres://%2Frun%2Fpostgresql/intray');
    expect(read).toMatchObject({ ok: true, value: { host: '/run/postgresql', tls: false, place: '/run/postgresql, intray' } });
  });

  it('names the password in the keychain by user and place', () => {
    const read = readAddress('postgres://front@db.example.com/intray?sslmode=verify-full');
    expect(read.ok && keychainAccount(read.value)).toBe('postgres://front@db.example.com:5432/intray');
  });
});
