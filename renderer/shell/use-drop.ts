import { useEffect } from 'react';
import { useHost } from '../host/host.tsx';
import { go } from '../navigation.ts';

/**
 * A folder dropped anywhere on the window opens the form that adds it, where the host can tell its path. A dropped file
 * never replaces the window.
 */
export function useDroppedFolder(): void {
  const { bridge } = useHost();
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const path = bridge.pathOfDropped(event.dataTransfer?.files[0]);
      if (path !== '') go({ screen: 'folders', adding: true, path });
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [bridge]);
}
