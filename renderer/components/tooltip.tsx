import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { usePortal } from './portal.ts';
import styles from './tooltip.module.css';

/** Says what an icon does, on hover and focus. It repeats the control's accessible name, so nothing is said only here. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const container = usePortal();
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
