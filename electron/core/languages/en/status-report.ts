/** What `intray status` says. */
export const statusReport = {
  /** A number of documents, under the name that the window’s filter has. */
  standing: '{count, number} {standing}',
  standings: '{each}',
  blockedBefore: 'When it last ran, this was in the way: {message}',
  rate: 'At most {rate} requests per second.',
  rateLowered: 'At most {rate} requests per second: the service asked for fewer, and the rate is slowly rising again.',
  folder: {
    notWatched: 'Not watched now: Intray is not running.',
    otherFolders: 'Not watched now: the running Intray works on other folders.',
    firstScan: 'Being scanned for the first time.',
    scanning: 'Being scanned.',
    byEvents: 'Watched: a new file is noticed within about a second.',
    byPolling: 'Watched by a scan every few seconds: the system reports no changes here.',
  },
  dropped:
    'The results of {count, plural, one {# document} other {# documents}} were dropped from the ledger so far, the last on {at}.',
  wouldDrop:
    '{count, plural, =0 {No result would be dropped from the ledger now.} one {The result and history of # document would be dropped from the ledger now; its outputs stay.} other {The results and histories of # documents would be dropped from the ledger now; their outputs stay.}}',
  deliveredLast: 'Delivered last:',
} as const;
