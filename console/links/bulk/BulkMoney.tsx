/** The price and the vendor that many links get, and what would move out of remarks. */
import Box from '@mui/material/Box';
import { Formik } from 'formik';
import type { BulkCountAnswer } from '../../../query-service/contract/answers/bulk-operations.ts';
import { FactList } from '../details/FactList.tsx';
import { MoneyFields } from '../money/MoneyFields.tsx';
import { moneyRows } from '../money/messages.ts';
import { type MoneyValues, moneyProblems, moneyValues } from '../money/money-values.ts';
import { type FieldsProps, Note } from './BulkFields.tsx';
import { EDIT_LABELS, format, messages } from './messages.ts';

export function BulkMoney({ values, change, scopes }: Pick<FieldsProps, 'values' | 'change' | 'scopes'>) {
  return (
    <>
      <Note>{messages.moneyNote}</Note>
      <Formik<MoneyValues>
        initialValues={values.money ?? moneyValues(null)}
        initialTouched={{ price: true, currency: true, vendor: true }}
        validate={(money) => {
          change({ money });
          return moneyProblems(money);
        }}
        onSubmit={() => {}}
      >
        <MoneyFields teamId={scopes?.size === 1 ? [...scopes][0] : undefined} />
      </Formik>
    </>
  );
}

export function MovedRemarks({
  left,
  first,
  total,
}: NonNullable<BulkCountAnswer['remarks']> & { readonly total: number }) {
  return (
    <>
      {left > 0 && <Note>{format('remarksLeft', { count: left })}</Note>}
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', fontSize: '0.8125rem', whiteSpace: 'pre-line' }}>
        {first.map(({ linkId, articleLink, before, after, money }) => (
          <Box
            component="li"
            key={linkId}
            sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <bdi>{articleLink}</bdi>
            <FactList
              rows={[
                [EDIT_LABELS.remarks, before],
                ...moneyRows(money),
                [messages.remarksStay, after ?? messages.nothingStays],
              ]}
            />
          </Box>
        ))}
      </Box>
      {total > first.length && <Note>{format('more', { count: total - first.length })}</Note>}
    </>
  );
}
