import { UnstyledButton } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import styles from './tool-button.module.css';

interface ToolButtonProps {
  icon: LucideIcon;
  /** What it does; changes with what it would do next. */
  label: string;
  /** What it stands for is off: seen by the line through the picture and by the ground. */
  isOff?: boolean;
  isActive?: boolean;
  isDanger?: boolean;
  /** Why it may not work. */
  hint?: string | null;
  onClick: () => void;
}

/** A round button on the dark ground of a call. */
export function ToolButton({
  icon: Icon,
  label,
  isOff = false,
  isActive = false,
  isDanger = false,
  hint = null,
  onClick,
}: ToolButtonProps) {
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
