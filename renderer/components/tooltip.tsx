import { Tooltip as Radix } from 'radix-ui';
import { createContext, type ReactNode, useContext } from 'react';
import styles from './tooltip.module.css';

/** Where menus and tooltips are rendered: in the open dialog, which covers everything else, or at the end of the page. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** Says what an icon does, on hover and focus. It repeats the control's accessible name, so nothing is said only here. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const container = useContext(PortalContext);
  return (
    <Radix.Root delayDuration={500}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content className={styles.tooltip} sideOffset={4} collisionPadding={8} aria-hidden>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Around the whole window. */
export const TooltipProvider = Radix.Provider;
