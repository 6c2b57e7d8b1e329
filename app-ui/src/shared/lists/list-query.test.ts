import { expect, it } from 'vitest';
import { type ListShape, parametersOf, readQuery, UUID, writeQuery } from './list-query';

const ID = '0192f0a0-0000-7000-8000-000000000001';
const shape: ListShape = {
  filters: { role: ['mentor', 'mentee'], programme: UUID },
  sorts: ['name', 'lastSeen'],
  defaultSort: '-lastSeen',
};
const read = (search: string) => readQuery(new URLSearchParams(search), shape);

it('filter_repeated_or_with_commas_reads_the_same', () => {
  const expected = { role: ['mentor', 'mentee'] };
  expect(read('role=mentor&role=mentee').filters).toEqual(expected);
  expect(read('role=mentor,mentee,mentor').filters).toEqual(expected);
});

it('unknown_parameters_of_old_links_are_ignored', () => {
  expect(read('role=wizard&programme=7&sort=shoeSize&colour=red')).toEqual({
    q: '',
    filters: {},
    sort: '-lastSeen',
  });
});

it('query_written_into_an_address_reads_back', () => {
  const query = { q: 'maya & tom', filters: { role: ['mentor'], programme: [ID] }, sort: 'name' };
  const address = writeQuery(new URLSearchParams('dialog=profile&role=mentee'), query, shape);
  expect(readQuery(address, shape)).toEqual(query);
  expect(address.get('dialog')).toBe('profile');
});

it('preset_sort_stays_out_of_the_address', () => {
  expect(writeQuery(new URLSearchParams(), read(''), shape).toString()).toBe('');
  expect(parametersOf(read('role=mentor'))).toEqual({ role: 'mentor', sort: '-lastSeen' });
});
