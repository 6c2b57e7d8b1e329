import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { asText, controlProps, type ViewProps } from '../view-props';
import styles from './fields.module.css';

export function PasswordView(props: ViewProps) {
  const { t } = useTranslation('questions');
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.withButton}>
      <input
        {...controlProps(props)}
        className={styles.input}
        type={isShown ? 'text' : 'password'}
        // Not the password of this account.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={asText(props.value)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <IconButton
        label={t('showPassword')}
        aria-pressed={isShown}
        size={44}
        disabled={props.isDisabled}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
      </IconButton>
    </div>
  );
}
