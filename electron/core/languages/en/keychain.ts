/** API keys, and the system's keychain that keeps them (`electron/settings`). */
export const keychain = {
  emptyKey: 'The key is empty.',
  notAKey: 'This is not an API key: a key is a single word of plain letters, digits and signs.',
  webhookSecret: '{variable} holds no secret of webhooks: {message} Copy it from the service’s dashboard; it begins with whsec_.',
  keyFile: '{variable}: the file with the key cannot be read: {message}',
  variable: '{variable} cannot be used: {message}',
  belongsElsewhere:
    '{variable} belongs to {owner} and is not sent to {origin}. Save a key for that address with “intray key set --url {origin}”.',
  timeOut: 'The keychain did not answer within {limitMs}; it may be locked or waiting for its password. {remedy}',
  noModule: 'The keychain module is missing on this system ({detail}). {remedy}',
  locked: 'The keyring is locked and was not opened. Unlock it and try again. {remedy}',
  noKeyring: 'A Secret Service answers, but it has no keyring yet that could hold the key. {remedy}',
  noSecretService: 'No keychain answers here; one is needed, such as GNOME Keyring or KWallet. {remedy}',
  refused: 'The keychain refused: {message} {remedy}',
  noAnswer: 'The keychain’s helper ended without an answer ({detail}). {remedy}',
  remedy: 'Intray never writes a key to disk unencrypted; set INTRAY_API_KEY for this run instead.',
} as const;
