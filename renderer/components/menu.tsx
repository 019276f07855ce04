import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type ReactNode, useContext } from 'react';
import styles from './menu.module.css';
import { PortalContext } from './tooltip.tsx';

/** A menu behind a button. Not modal: a modal one would insert a style, which the page's content policy forbids. */
export function Menu({ trigger, children }: { readonly trigger: ReactElement; readonly children: ReactNode }) {
  const container = useContext(PortalContext);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          className={styles.menu}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, disabled = false, danger = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={styles.item} disabled={disabled} onSelect={onSelect} data-danger={danger || undefined}>
      <span className={styles.icon}>{icon}</span>
      {children}
    </DropdownMenu.Item>
  );
}
