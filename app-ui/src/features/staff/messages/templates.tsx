import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { toLanguage, useTranslation } from 'ui-kit';

/** Texts that staff send often. */
const TEMPLATES = ['received', 'vetting', 'consent', 'silent', 'meeting'] as const;

export type Template = (typeof TEMPLATES)[number];

interface TemplatesProps {
  /** Of the person who reads it. */
  language: string;
  name: string;
  /** Whether nothing is written yet: the text that the address names comes first then. */
  isBlank: boolean;
  onChoose: (text: string) => void;
}

/** Texts in the language of the person, by their titles in that of the page. */
export function Templates({ language, name, isBlank, onChoose }: TemplatesProps) {
  const { t } = useTranslation('staff');
  const { t: theirs } = useTranslation('staff', { lng: toLanguage(language) ?? 'en' });
  const [firstName] = name.split(' ');
  const insert = (key: string) => onChoose(theirs(`messages.templates.${key}.text`, { name: firstName }));
  useNamedText((key) => isBlank && insert(key));
  return (
    <NativeSelect
      aria-label={t('messages.template')}
      value=""
      onChange={({ currentTarget: { value } }) => value !== '' && insert(value)}
      data={[
        { value: '', label: t('messages.template') },
        ...TEMPLATES.map((key) => ({ value: key, label: t(`messages.templates.${key}.title`) })),
      ]}
    />
  );
}

/** Takes the text that the address names, once. */
function useNamedText(take: (key: Template) => void): void {
  const [address, setAddress] = useSearchParams();
  const named = TEMPLATES.find((key) => key === address.get('text'));
  const taken = useRef(false);
  useEffect(() => {
    if (named === undefined || taken.current) return;
    taken.current = true;
    take(named);
    setAddress({}, { replace: true, preventScrollReset: true });
  });
}
