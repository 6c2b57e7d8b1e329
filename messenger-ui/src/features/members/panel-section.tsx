import { UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './panel-section.module.css';

interface PanelSectionProps {
  /** Heading in a wide panel. */
  name: string;
  /** Label of the toggle in a narrow panel. */
  action: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** A section of the panel: always open in a wide panel, an accordion in a narrow one. */
export function PanelSection({ name, action, isOpenAtFirst = false, children }: PanelSectionProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <section className={styles.section} data-open={isOpen || undefined}>
      <h4 className={styles.heading}>
        <span className={styles.name}>{name}</span>
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {action}
          <ChevronDown aria-hidden size={18} className={styles.chevron} />
        </UnstyledButton>
      </h4>
      <div id={id} className={styles.content}>
        {children}
      </div>
    </section>
  );
}
