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
  untrusted:
    'The register at {place} shows a certificate that is not trusted here ({message}). If your own authority has signed it, end the address with “?sslrootcert=FILE”; its name must be the one in the address.',
  noTls: 'The register at {place} does not offer encryption. Set up a certificate on the server (“ssl = on” in postgresql.conf).',
  noPassword:
    'The register at {place} asks for a password, and none is given. Store it with “intray register join --password”, or give it in INTRAY_REGISTER_PASSWORD.',
  notCreated: 'There is no register at {place} yet. Make it with “intray register create”.',
  noRole:
    'There is no role “{role}” in the database at {place}. The owner makes it with CREATE ROLE … LOGIN, or --role names another one; nothing was changed.',
  older: 'The register at {place} was made by an older version of Intray. Bring it up to date with “intray register create”.',
  newer: 'The register at {place} was made by a newer version of Intray. Update Intray.',
  failed: 'The register at {place} failed: {message}',
  leaseEnded: 'The register at {place} was not asked in time: others may have taken over what this run had claimed.',
  lostClaim: 'Another computer works on this document now, says the register at {place}.',
  stillMember:
    'Nothing is sent alone from this data directory: it is a member of the register at {place}, which may know what others have sent. Give the register’s address, or leave it first with “intray register leave”.',
  progress: '{done, number} of {of, number} requests are in the register',
  passwordPrompt: 'Password of the register (it is not shown): ',
  joined:
    'This computer is a member of the register at {place}; what it has sent counts as sent for all of them. It works with the register once its address is set: "register": "{address}" in the config file or in Settings, --register, or INTRAY_REGISTER_URL.',
  left: 'This computer has left the register; what became of its documents elsewhere is in its ledger. Take the register’s address and the inboxes of its folders out of its settings: it works alone now.',
  leftToOthers:
    'Still to be written in a folder that other computers go on with: {count, plural, one {the result of # document} other {the results of # documents}}. Left to: {machines}.',
  notMember: 'Nothing to leave: {path} is not a member of a register.',
  otherRegister: 'This is another register than the one that this computer is a member of. Give the address of that one.',
  passwordKept: 'The password for {place} is in the keychain.',
  passwordNotKept: 'The password is kept nowhere: {message} Give it in {variable}, or in the file that {variable}_FILE names.',
  created: 'The register at {place} is ready.',
  status: 'The register at {place} can be used: PostgreSQL {server}, {count, plural, one {# content} other {# contents}}.',
  clock:
    'Its clock is {milliseconds, number} ms {direction, select, ahead {ahead of} other {behind}} the one here; nothing depends on that.',
} as const;
