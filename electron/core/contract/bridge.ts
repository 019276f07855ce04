/** The name under which a page finds its bridge. */
export const bridgeName = 'intray';

/** How much of a file goes to the host at a time (`addPiece`). */
export const pieceBytes = 512 * 1024;

/** The two channels between the preload script and the desktop's main process. */
export const channels = { request: 'intray:request', notice: 'intray:notice' } as const;
