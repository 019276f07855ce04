/** What `intray status` says. */
export const statusReport = {
  nothingBlocked: 'Nothing is blocking its requests.',
  blockedBefore: 'When it last ran, this was in the way: {message}',
  rate: 'At most {rate} requests per second.',
  rateLowered: 'At most {rate} requests per second: the service asked for fewer, and the rate is slowly rising again.',
  folder: {
    notWatched: 'Not watched now.',
    otherFolders: 'Not watched now: the running Intray works on other folders.',
    firstScan: 'Being scanned for the first time.',
    scanning: 'Being scanned.',
    byEvents: 'Watched: the system reports changes.',
    byPolling: 'Watched by regular scans.',
  },
  deliveredLast: 'Delivered last:',
} as const;
