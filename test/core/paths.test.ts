import assert from 'node:assert/strict';
import test from 'node:test';
import { datedPathOf, detailPath, withdrawnPath } from '#core/paths.ts';
import { formatDay, parseCivil } from '#core/time.ts';

test('details lie a thousand a folder, and by date and slug', () => {
  assert.equal(detailPath(7), 'details/id/0/7.json');
  assert.equal(detailPath(999), 'details/id/0/999.json');
  assert.equal(detailPath(12_345), 'details/id/12/12345.json');
  const night = parseCivil('2023-02-06 23:59:59.999')!;
  assert.equal(datedPathOf(formatDay(night), 'van-m4-0'), 'details/date/2023-02-06/van-m4-0.json');
  assert.equal(datedPathOf(formatDay(parseCivil('0062-02-05 00:00:00')!), 'x'), 'details/date/0062-02-05/x.json');
});

test('tombstones lie apart from details', () => {
  assert.equal(withdrawnPath(detailPath(7)), 'details/gone/id/0/7.json');
  assert.equal(withdrawnPath('details/date/2023-02-06/a.json'), 'details/gone/date/2023-02-06/a.json');
});
