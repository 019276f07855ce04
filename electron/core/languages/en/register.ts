/** The register of several computers, in PostgreSQL (`electron/register`). */
export const register = {
  noAddress: 'There is no register to ask. Give its address with --register or {variable}.',
  notAnAddress: 'This is not the address of a register. It looks like postgres://HOST/DATABASE.',
  tlsMode: 'The register’s address asks for “sslmode={mode}”. Intray knows verify-full, and disable on the same computer.',
  tlsNeeded:
    'The register on {host} must be reached encrypted. Leave out “sslmode=disable”, and set up a certificate on the server.',
  certificate: 'The file with the certificates to trust cannot be read: {message}',
  passwordFile: '{variable}: the file with the password cannot be read: {message}',
  unreachable: 'The register at {place} cannot be reached: {message}',
  readOnly:
    'The register at {place} cannot be written to: it is a standby, or kept read-only. Give the address of the server that leads.',
  full: 'The disk of the register at {place} is full: {message}',
  denied: 'The register at {place} refuses access: {message}',
  notCreated: 'There is no register at {place} yet. Make it with “intray register create”.',
  noRole:
    'There is no role “{role}” in the database at {place}. The owner makes it with CREATE ROLE … LOGIN, or --role names another one; nothing was changed.',
  older: 'The register at {place} was made by an older version of Intray. Bring it up to date with “intray register create”.',
  newer: 'The register at {place} was made by a newer version of Intray. Update Intray.',
  failed: 'The register at {place} failed: {message}',
  leaseEnded: 'The register at {place} was not asked in time: others may have taken over what this run had claimed.',
  lostClaim: 'Another computer works on this document now, says the register at {place}.',
  created: 'The register at {place} is ready.',
  status: 'The register at {place} can be used: PostgreSQL {server}, {count, plural, one {# content} other {# contents}}.',
  clock:
    'Its clock is {milliseconds, number} ms {direction, select, ahead {ahead of} other {behind}} the one here; nothing depends on that.',
} as const;
