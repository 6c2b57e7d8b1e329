import { ChevronDown, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import './texts';
import styles from './pill-menu.module.css';

interface PillMenuProps {
  label: string;
  icon?: LucideIcon;
  /** What is chosen: the pill is filled. */
  value?: string | undefined;
  children: (close: () => void) => ReactNode;
}

/** A button that opens choices next to it, or in a sheet on a phone. */
export function PillMenu({ label, icon: Icon, value, children }: PillMenuProps) {
  const { t } = useTranslation('lists');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.pill}
        data-active={value !== undefined || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {Icon && <Icon aria-hidden size={16} />}
        <span>{value === undefined ? label : `${label}:`}</span>
        {value !== undefined && <bdi className={styles.value}>{value}</bdi>}
        <ChevronDown aria-hidden size={15} />
      </button>
      {isOpen && (
        <ModalDialog label={label} placement="anchored" anchor={button.current} onClose={close}>
          <div className={styles.menu}>
            <div className={styles.head}>
              <h2 className={styles.title}>{label}</h2>
              <IconButton label={t('list.close')} onClick={close}>
                <X aria-hidden size={18} />
              </IconButton>
            </div>
            {children(close)}
          </div>
        </ModalDialog>
      )}
    </>
  );
}

interface ChoiceProps {
  type?: 'checkbox' | 'radio';
  label: ReactNode;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** A line of a menu. */
export function Choice({ type = 'checkbox', label, isChosen, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type={type}
        checked={isChosen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
