import { ActionIcon, type ActionIconProps, createPolymorphicComponent } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ActionIconProps, 'aria-label' | 'size'> & {
  /** Accessible name and tooltip. */
  label: string;
  size?: number;
};

function IconButtonBase({
  label,
  size = 36,
  className,
  ...props
}: IconButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...props}
      aria-label={label}
      title={label}
      size={size}
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
    />
  );
}

/** An icon button with an accessible name and a touch target of sufficient size. `component="a"` makes it a link. */
export const IconButton = createPolymorphicComponent<'button', IconButtonProps>(IconButtonBase);
