import { UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './panel-part.module.css';

interface PanelPartProps {
  /** Its heading where there is room for everything. */
  name: string;
  /** What opens it where there is not. */
  action: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** A part of the panel: in a wide window always open below its heading, in a narrow one an accordion. */
export function PanelPart({ name, action, isOpenAtFirst = false, children }: PanelPartProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <section className={styles.part} data-open={isOpen || undefined}>
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
