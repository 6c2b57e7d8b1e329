import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'ui-kit';
import formStyles from '../../../../shared/forms/form.module.css';
import illustration from '../../../../shared/illustrations/illustrations.module.css';
import { ROLES, type SignUpRole } from '../../api/sign-up-form';
import styles from './sign-up.module.css';

interface RoleStepProps {
  role: SignUpRole | null;
  onChange: (role: SignUpRole) => void;
  onContinue: () => void;
}

export function RoleStep({ role, onChange, onContinue }: RoleStepProps) {
  const { t } = useTranslation('app');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (role !== null) onContinue();
  }

  return (
    <form className={formStyles.form} onSubmit={submit} aria-label={t('signUp.title.0')}>
      <fieldset className={styles.roles} aria-label={t('signUp.title.0')}>
        {ROLES.map((one) => (
          <label key={one} className={styles.role}>
            <input
              className={styles.radio}
              type="radio"
              name="role"
              value={one}
              checked={role === one}
              onChange={() => onChange(one)}
              aria-describedby={`role-${one}`}
              aria-label={t(`roles.${one}`)}
            />
            <Figure role={one} />
            <span>
              <span className={styles.roleName}>{t(`roles.${one}`)}</span>
              <span className={styles.roleText} id={`role-${one}`}>
                {t(`signUp.roleText.${one}`)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button className={formStyles.submit} type="submit" size="md" fullWidth disabled={role === null}>
        {t('signUp.continue')}
      </Button>
    </form>
  );
}

/** Illustration of a role. */
function Figure({ role }: { role: SignUpRole }) {
  const isMentor = role === 'Mentor';
  const person = isMentor ? illustration.elder : illustration.younger;
  return (
    <svg
      aria-hidden="true"
      className={`${illustration.scene} ${styles.figure}`}
      viewBox="0 0 64 64"
      focusable="false"
    >
      <rect className={illustration.sky} width="64" height="64" />
      <circle className={illustration.halo1} cx="44" cy="24" r="20" />
      <circle className={illustration.sun} cx="44" cy="24" r="12" />
      <path className={illustration.middle} d="M0 46c16-8 34-8 64 2v16H0z" />
      <circle className={person} cx="24" cy={isMentor ? 25 : 30} r={isMentor ? 8 : 7} />
      <path
        className={person}
        d={isMentor ? 'M10 56V48c0-8 6-13 14-13s14 5 14 13v8z' : 'M12 58v-8c0-7 5-11 12-11s12 4 12 11v8z'}
      />
      <path className={illustration.near} d="M0 56c18-6 40-6 64 0v8H0z" />
    </svg>
  );
}
