import { createContext, useContext } from 'react';

/** Where menus and tooltips are rendered: in the open dialog, which covers everything else, or at the end of the page. */
export const PortalContext = createContext<HTMLElement | null>(null);

export function usePortal(): HTMLElement | null {
  return useContext(PortalContext);
}
