/** What the health checks see, and what to do about it (`electron/workspace/health`; `intray doctor` shows them). */
export const health = {
  register: {
    works:
      'The register at {place} can be used: PostgreSQL {server}, it answers in {milliseconds, number} ms, {count, plural, one {# content} other {# contents}}.',
    behind: 'The register at {place} is a standby, {behindMs} behind its leader.',
    lacking: 'At the register at {place} Intray may not do all that it needs to: {lacking}.',
    mendAddress: 'Mend the register’s address or its files, in Settings, in the config file, or in INTRAY_REGISTER_URL.',
    mendPassword:
      'Check the user in the address and the password: “intray register join --password” or Settings keep another one.',
    mendConnection:
      'Check that the database runs, that the network leads there, and that its firewall and pg_hba.conf let this computer in. What was sent goes on meanwhile.',
    mendRegister: 'Do as it says on any computer with the owner’s rights, or ask whoever runs the database.',
    mendLeader: 'Give the address of the server that leads, or one that follows it.',
    mendRights: 'The owner of the database runs “intray register create” again, with --role for the user in the address.',
    mendSlow: 'Every upload asks it first: bring it nearer, or look at what else the server does.',
    mendClock: 'Nothing depends on it, but the times that are shown do not agree: set both clocks by the network.',
  },
  program: {
    seen: 'Intray {version} on Node {node}.',
    oldNode: 'Use Node {needed} or newer; in the project, “npm run -s intray” brings its own.',
  },
  data: {
    fine: '{path} is writable and private.',
    missing: '{path} does not exist yet; the first run creates it.',
    shared: '{path} can be read by other users of this computer, and it holds the values of every document.',
    makePrivate: 'Make it private: chmod 700 {path}',
    partIsFile: 'The data directory {path} cannot be used: part of that path is a file.',
    isFile: 'The data directory {path} cannot be used: {part} is a file.',
    hidden: 'The data directory {path} cannot be used: this user may not look into {part}.',
    readOnly: 'The data directory {path} cannot be used: this user may not write to {part}.',
    allow: 'Give this user write access, or choose another directory with --data-dir.',
  },
  disk: {
    dataDirectory: 'the data directory',
    free: '{names}: {size} free.',
    unknown: '{names}: the system does not report how much space is free.',
    full: 'Free up space: what cannot be written waits and is tried again.',
    low: 'Free up space before the disk is full.',
  },
  folder: {
    fine: '{path} exists, and can be read and written.',
    fineLinked: '{path} (a link to {real}) exists, and can be read and written.',
    missing: '{path} does not exist.',
    nameRemedy: 'Until then nothing is sent from {path}.',
    missingRemedy: 'Connect its drive or share, correct the path, or create the folder.',
    isFile: '{path} is a file.',
    isFileRemedy: 'Enter the folder it is in.',
    unreadable: '{path} cannot be read: {message}',
    unread: '{paths}{more, plural, =0 {} other { and # more}} cannot be read or entered. Nothing in there is picked up.',
    unreadableRemedy: 'Give this user the right to read it.',
    readOnly: '{path} can be read but not written: {message}',
    shared:
      '{path} can be read and written. Other users of this computer may write to it too: they can have documents sent, at your cost.',
    sharedRemedy: 'If you do not want that, take the right to write from group and others: chmod go-w.',
    readOnlyRemedy: 'Make it writable.',
    readOnlyResults: 'Make it writable: results are written next to the documents, and nothing is sent before that is possible.',
    apart: 'The {count, number} folders do not overlap.',
    overlapRemedy: 'Change the config file so that each document belongs to one folder only.',
  },
  watch: {
    events: '{directories} in {path}, {latency} per access; the system reports changes.',
    network:
      '{directories} in {path}, {latency} per access; on a network the system reports no changes, so Intray scans it every few seconds.',
    slow: '{directories} in {path}, {latency} per access, which is slow.',
    slowNetwork: '{directories} in {path}, {latency} per access, which is slow; Intray scans it every few seconds.',
    slowRemedy: 'Scans will take long. Watch fewer subfolders, or run Intray on the computer that has the files.',
    refused:
      '{directories} in {path}, {latency} per access; the system refuses to watch it ({reason}), so Intray scans it every few seconds.',
    refusedRemedy:
      'Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or close programs that watch many files.',
    directories: '{count, plural, one {# directory} other {# directories}}',
    manyDirectories: 'more than {count, plural, one {# directory} other {# directories}}',
    latency: '{ms, number} ms',
    latencyTiny: 'under 1 ms',
    limits:
      '{count, plural, one {# directory} other {# directories}} to watch; this user may watch {watches, number}, in {instances, number} programs.',
    overLimit:
      '{count, plural, one {# directory} other {# directories}} to watch, but this user may watch only {watches, number}. Intray scans the rest every few seconds.',
    nearLimit:
      '{count, plural, one {# directory} other {# directories}} to watch; this user may watch {watches, number}, and other programs need some too. If they run out, Intray scans folders every few seconds instead.',
    limitRemedy: 'Raise the limit: sudo sysctl fs.inotify.max_user_watches={wanted}',
  },
  keychain: {
    fine: 'Keys are kept in {store}, which answers.',
    unusable: 'Keys would be kept in {store}, which cannot be used. {message}',
    remedy: 'To keep a key permanently, make the keychain available and unlock it.',
    stores: {
      darwin: 'the macOS keychain',
      win32: 'the Windows Credential Manager',
      linux: 'the Secret Service (GNOME Keyring, KWallet or similar)',
      other: 'the system’s keychain',
    },
  },
  ledger: {
    none: 'There is no ledger at {path} yet; the first run creates it.',
    lost: 'The ledger {path} is missing, although there are backups of it.',
    lostRemedy:
      'Put it back if it was moved. Otherwise the next start restores the newest backup and holds what it cannot prove.',
    damagedRemedy:
      'Start Intray: it puts the damaged file aside, restores the newest backup ({backups}), and holds what it cannot prove for your decision.',
    otherVersionRemedy: 'Use the version of Intray that wrote it, or another data directory.',
    unusableRemedy: 'Check the permissions of the file and of its directory.',
    sound: 'The ledger {path} is sound: {count, plural, one {# document} other {# documents}}, {size}.',
    unverifiedRemedy:
      'Decide once: use “run” or “watch” with --unverified send (each is marked as a possible duplicate) or --unverified leave.',
    nothingToLose: 'It has no backup yet, and nothing to lose.',
    noBackup: 'It has no backup.',
    noBackupRemedy: 'Keep Intray running: it makes a backup every hour and when it ends.',
    hasBackups: 'It has {backups}.',
    hasOldBackups: 'It has {backups}; Intray has not run since.',
    backups: '{count, plural, one {# backup} other {# backups}}, the newest from {at}',
    backupsNone: 'no backup',
  },
  clock: {
    impossible: 'This computer’s clock says {time}, which cannot be right.',
    remedy: 'Set this computer’s clock, or have it set from the network (NTP).',
    farRemedy:
      'Set this computer’s clock, or have it set from the network (NTP). Certificates may be refused, and times in results are wrong.',
    setBack: 'The ledger holds an entry from {time}, which is still to come: the clock was set back.',
    setBackRemedy: 'If the clock is right now, there is nothing to do: Intray does not wait for that time. Otherwise set it.',
    agrees: 'This computer’s clock agrees with the service’s ({time}).',
    behind: 'This computer’s clock is {differenceMs} behind the service’s.',
    ahead: 'This computer’s clock is {differenceMs} ahead of the service’s.',
  },
  service: {
    sandbox: 'The built-in sandbox is the service, on this computer.',
    keyRemedy: 'Enter the key.',
    keys: { environment: 'the key in INTRAY_API_KEY', keychain: 'the key in the keychain' },
    fine: '{origin} answers ({latencyMs}) and accepts {key}.',
    empty: '{origin} accepts {key}, but the account is out of pages: {message}',
    emptyRemedy: 'Wait until there are pages again, or get more. Uploads wait; results are still collected.',
    refused: '{origin} refuses {key}: {message}',
    refusedRemedy: 'Save a valid key: intray key set --url {origin}',
    refusedEnvironmentRemedy: 'Set a valid key in INTRAY_API_KEY.',
    unreachable: '{origin}: {message}',
    unreachableRemedy:
      'Check the address, the network and the proxy (HTTPS_PROXY). Until then everything waits, and nothing is lost.',
    timeout: '{origin} did not answer within {limitMs}.',
    timeoutRemedy: 'Check the network, and try again.',
    pause: '{origin} asks for a pause: {message}',
    pauseRemedy: 'Nothing to do: Intray slows down by itself.',
    forbidden: '{origin} refuses: {message}',
    forbiddenRemedy: 'Check the account in the service’s dashboard.',
    unclear: '{origin} answers, but says nothing about the key: {message}',
    unclearRemedy: 'Check that this is the service’s address, and try again later.',
  },
  route: {
    fine: 'The extraction “{name}” ({id}) exists, with {count, plural, one {# field} other {# fields}}.',
    unknown: 'The service has no extraction “{id}”: {message}',
    unknownRemedy: 'Correct the id; the folder’s documents wait until then.',
    unasked: 'The service could not be asked about the extraction “{id}”: {message}',
    unaskedRemedy: 'Try again later.',
    usedBefore: 'The classification “{id}” has accepted documents before.',
    unverified: 'Whether the classification “{id}” exists is known only at the first upload: the service has no call to ask.',
    unverifiedRemedy:
      'Compare the id with the one in the service’s dashboard. A wrong one is reported at the first upload and costs nothing.',
  },
} as const;
