import { useCallback, useEffect, useRef, useState } from 'react';
import type { DirectoryListing } from '../../../electron/core/contract/folders.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { useHost } from '../../host/host.tsx';

/**
 * The contents of a directory, always read afresh.
 *
 * @param begin where to start; if it does not exist, the host chooses
 */
export function useListing(begin: string, files: boolean) {
  const host = useHost();
  const [listing, setListing] = useState<DirectoryListing>();
  /** Why the last requested directory is not shown; the previous one stays. */
  const [problem, setProblem] = useState<Message>();
  const turn = useRef(0);
  /** True if the directory could be read. */
  const read = useCallback(
    async (path: string | undefined): Promise<boolean> => {
      turn.current += 1;
      const mine = turn.current;
      const answer = await host.request('listDirectories', { files, ...(path !== undefined && { path }) });
      if (mine !== turn.current) return true;
      if (answer.ok) setListing(answer.value);
      setProblem(answer.ok ? undefined : answer.error.message);
      return answer.ok;
    },
    [host, files],
  );
  const [first] = useState(begin);
  useEffect(() => {
    void (async () => {
      if (first === '' || !(await read(first))) await read(undefined);
    })();
  }, [first, read]);
  return { listing, problem, go: read };
}
