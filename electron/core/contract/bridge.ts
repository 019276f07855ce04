import type { Answer, Notice, RequestInput, RequestName } from './contract.ts';

/**
 * The window's only connection to its host: the one object that a page finds as `window.intray`. On the desktop the preload script
 * offers it, over loopback HTTP a script of the page. Apart from `contract.ts`, so that neither carries schemas.
 * The page of a document is at `preview/<id>`, relative to the window's own address.
 */
export interface Bridge {
  /**
   * Asks the host. Never rejects for what the host decides: a refusal comes back as `{ ok: false, error }`.
   * The host checks name and input again on arrival.
   */
  request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Answer<Name>>;
  /** Listens to the host's notices; the answer ends it. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** The path of a file that was dragged onto the window, where the host can tell it (desktop); else ''. */
  pathOfDropped(file: unknown): string;
}

/** The name under which a page finds its bridge. */
export const bridgeName = 'intray';

/** How much of a file goes to the host at a time (`addPiece`). */
export const pieceBytes = 512 * 1024;

/** The two channels between the preload script and the desktop's main process. */
export const channels = { request: 'intray:request', notice: 'intray:notice' } as const;

export type { Answer } from './contract.ts';
