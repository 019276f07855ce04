import { createContext, useContext } from 'react';

/** Where menus and tooltips are put: into an open dialog, which covers everything else; else at the end of the page. */
export const PortalContext = createContext<HTMLElement | null>(null);

export function usePortal(): HTMLElement | null {
  return useContext(PortalContext);
}
