import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { cardsQuery } from '../../../shared/cards/cards';
import { Carousel } from '../../../shared/cards/carousel';

/** What the programme recommends for a mentorship. Nothing without cards, or until they have loaded: the page works without them. */
export function MentorshipCards() {
  const { t, i18n } = useTranslation('app');
  const { data: cards = [] } = useQuery(cardsQuery('Mentorship', i18n.language));
  return cards.length > 0 && <Carousel title={t('mentorship.cards')} cards={cards} />;
}
