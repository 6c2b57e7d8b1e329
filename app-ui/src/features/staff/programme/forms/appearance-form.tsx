import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { logoUrl } from '../../../../shared/appearance/logo-url';
import {
  darkPalette,
  isReadable,
  lightPalette,
  type Palette,
  parse,
  readableColor,
} from '../../../../shared/appearance/palette';
import { uploadLogo } from '../rules';
import styles from './appearance-form.module.css';
import { CheckField, Problem, useProblem } from './fields';
import fields from './fields.module.css';
import type { FormProps } from './form-props';

/** The colour with which the rule begins: that of the product. */
const USUAL_COLOR = '#1f5d4a';

interface AppearanceFormProps extends FormProps<'appearance'> {
  programme: string;
}

export function AppearanceForm({ programme, value, onChange }: AppearanceFormProps) {
  const { t } = useTranslation('staff');
  const { color } = value;
  return (
    <>
      <CheckField
        label={t('rules.fields.ownColor')}
        isChecked={color !== null}
        onChange={(isOwn) => onChange({ ...value, color: isOwn ? USUAL_COLOR : null })}
      />
      {color !== null && (
        <ColorField value={color} onChange={(next) => onChange({ ...value, color: next })} />
      )}
      <LogoField programme={programme} value={value.logo} onChange={(logo) => onChange({ ...value, logo })} />
    </>
  );
}

function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const { t } = useTranslation('staff');
  const problem = useProblem('appearance/color');
  const color = parse(value);
  const darker = color === null || isReadable(color) ? null : readableColor(color);
  return (
    <>
      <div className={styles.color}>
        <label className={fields.field}>
          {t('rules.fields.color')}
          <input
            dir="ltr"
            maxLength={7}
            spellCheck={false}
            value={value}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem?.id}
            onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
          />
        </label>
        <input
          type="color"
          className={styles.swatch}
          aria-label={t('rules.appearance.pick')}
          value={color === null ? USUAL_COLOR : value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <Problem problem={problem} />
      {darker !== null && (
        <Button variant="default" className={styles.darker ?? ''} onClick={() => onChange(darker)}>
          {t('rules.appearance.darker', { color: darker })}
        </Button>
      )}
      {color !== null && darker === null && (
        <section className={styles.previews} aria-label={t('rules.appearance.preview')}>
          <Preview scheme="light" palette={lightPalette(color)} />
          <Preview scheme="dark" palette={darkPalette(color)} />
        </section>
      )}
    </>
  );
}

/** Some parts of a page in the colours of a scheme. Pictures of them: they do nothing. */
function Preview({ scheme, palette }: { scheme: 'light' | 'dark'; palette: Palette }) {
  const { t } = useTranslation('staff');
  return (
    <div className={styles.preview} data-scheme={scheme} style={palette as React.CSSProperties}>
      <span className={styles.scheme}>{t(`rules.appearance.${scheme}`)}</span>
      <span className={styles.button}>{t('rules.appearance.button')}</span>
      <span className={styles.link}>{t('rules.appearance.link')}</span>
      <span className={styles.message}>{t('rules.appearance.message')}</span>
    </div>
  );
}

interface LogoFieldProps {
  programme: string;
  value: string | null;
  onChange: (logo: string | null) => void;
}

function LogoField({ programme, value, onChange }: LogoFieldProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const problem = useProblem('appearance/logo');
  const upload = useMutation({
    mutationFn: (file: File) => uploadLogo(programme, file),
    onSuccess: ({ name }) => onChange(name),
  });
  return (
    <div className={styles.logo}>
      {value !== null && <img src={logoUrl(value)} alt={t('rules.appearance.logoAlt')} />}
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg"
        data-testid="logo"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) upload.mutate(file);
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<ImageUp aria-hidden size={16} />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {t(value === null ? 'rules.appearance.choose' : 'rules.appearance.another')}
        </Button>
        {value !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<Trash2 aria-hidden size={16} />}
            onClick={() => onChange(null)}
          >
            {t('rules.appearance.remove')}
          </Button>
        )}
      </div>
      <p className={styles.hint}>{t('rules.appearance.file')}</p>
      <Problem problem={problem} />
      {upload.error !== null && (
        <p className={fields.problem} role="alert">
          {errorText(upload.error)}
        </p>
      )}
    </div>
  );
}
