import { UnstyledButton } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import styles from './call-button.module.css';

interface CallButtonProps {
  icon: LucideIcon;
  /** The next action; changes with the state. */
  label: string;
  /** The device is off. */
  isOff?: boolean;
  isActive?: boolean;
  isDanger?: boolean;
  /** Reason why the action may fail. */
  hint?: string | null;
  onClick: () => void;
}

/** Round button of the call controls. */
export function CallButton({
  icon: Icon,
  label,
  isOff = false,
  isActive = false,
  isDanger = false,
  hint = null,
  onClick,
}: CallButtonProps) {
  const state = isDanger ? 'danger' : isActive ? 'active' : isOff ? 'off' : undefined;
  return (
    <UnstyledButton
      className={styles.button}
      data-state={state}
      aria-label={hint === null ? label : `${label}. ${hint}`}
      title={hint ?? label}
      onClick={onClick}
    >
      <Icon aria-hidden size={20} />
    </UnstyledButton>
  );
}
