/** Buying a plan in a real browser, with the providers' stand-ins: success, failure and cancellation, by both ways to pay. */
import type { Browser, Page } from '@playwright/test';
import { type System, startSystem } from '../../../infra/testing/apps/system.ts';
import { PAYPAL, type PayPalStandIn, startPayPal } from '../../../infra/testing/fakes/paypal.ts';
import { RAZORPAY, type RazorpayStandIn, startRazorpay } from '../../../infra/testing/fakes/razorpay.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { expect, test, toast } from '../fixtures/test.ts';

let paypal: PayPalStandIn;
let razorpay: RazorpayStandIn;
let paid: System;

test.beforeAll(async () => {
  [paypal, razorpay] = [await startPayPal(), await startRazorpay()];
  paid = await startSystem({
    settings: {
      ...{ PAYPAL_CLIENT_ID: PAYPAL.id, PAYPAL_CLIENT_SECRET: PAYPAL.secret, PAYPAL_WEBHOOK_ID: PAYPAL.webhook },
      ...{ RAZORPAY_KEY_ID: RAZORPAY.id, RAZORPAY_KEY_SECRET: RAZORPAY.secret },
      RAZORPAY_WEBHOOK_SECRET: RAZORPAY.webhook,
      ...{ PAYPAL_API_URL: paypal.url, RAZORPAY_API_URL: razorpay.url },
    },
  });
});
test.afterAll(async () => {
  await paid?.stop();
  await paypal?.close();
  await razorpay?.close();
});

/** A browser of somebody new, who opens the purchase of a plan from the billing tab. */
async function buyer(browser: Browser, email: string) {
  const context = await browser.newContext({
    baseURL: paid.url,
    storageState: await paid.person(`${email}@journeys.example`),
  });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy/.test(line.text())) refused.push(line.text());
  });
  await page.goto('/settings#billing');
  return { page, context, refused };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Complete Your Purchase' });

async function openStarter(page: Page) {
  await page.getByRole('region', { name: 'Starter' }).getByRole('button', { name: 'Choose Starter' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Clicks PayPal's button, and resolves with PayPal's window. */
async function openPayPal(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await dialogOf(page).locator('paypal-button').click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible();
  return popup;
}

test('PayPal: a cancelled, a declined and a successful payment', async ({ browser }) => {
  const { page, context, refused } = await buyer(browser, 'paypal');
  const dialog = await openStarter(page);
  await expect(dialog).toContainText('$4.99');
  await expect(dialog.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await expectAccessible(page, 'purchase');

  await (await openPayPal(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'Payment Cancelled')).toContainText('You cancelled the payment');
  await expect(page.getByText('Free', { exact: true }).first()).toBeVisible();

  await (await openPayPal(page)).getByRole('button', { name: 'Pay with a bad card' }).click();
  await expect(toast(page, 'Payment Failed')).toContainText('Nothing was charged');
  await expect(dialog).toBeVisible();

  await (await openPayPal(page)).getByRole('button', { name: 'Pay now' }).click();
  await expect(toast(page, 'Payment Successful')).toContainText('Your Starter plan is now active!');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Upgrade to Professional' })).toBeVisible();
  await expect(page.getByText(/Paid until/)).toBeVisible();
  expect(refused).toEqual([]);

  const receipts = page.getByRole('list', { name: 'Receipts' });
  await expect(receipts).toContainText('$4.99');
  const opened = page.waitForEvent('popup');
  await receipts.getByRole('link').click();
  const receipt = await opened;
  await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(receipt.getByText('paypal@journeys.example')).toBeVisible();
  await context.close();
});

test('Razorpay: a closed, a declined and a successful payment, then an upgrade with a credit', async ({ browser }) => {
  const { page, context, refused } = await buyer(browser, 'razorpay');
  const dialog = await openStarter(page);
  await dialog.getByText('Razorpay').click();
  const pay = dialog.getByRole('button', { name: 'Pay ₹414.17' });
  const checkout = page.frameLocator('iframe[title="Razorpay Checkout"]');

  await pay.click();
  await checkout.getByRole('button', { name: 'Close' }).click();
  await expect(toast(page, 'Payment Cancelled')).toContainText('You cancelled the payment');
  await expect(dialog).toBeVisible();

  await pay.click();
  await checkout.getByRole('button', { name: 'Pay with a bad card' }).click();
  await expect(toast(page, 'Payment Failed')).toContainText('The payment was declined.');
  await checkout.getByRole('button', { name: 'Pay now' }).click();
  await expect(toast(page, 'Payment Successful')).toContainText('Your Starter plan is now active!');
  await expect(dialog).toBeHidden();
  expect(refused).toEqual([]);

  await page.getByRole('region', { name: 'Professional' }).getByRole('button', { name: 'Choose Professional' }).click();
  await expect(dialogOf(page)).toContainText('Credit');
  await expect(dialogOf(page)).toContainText('What is left of your current plan');
  await context.close();
});

test('only the purchase dialog may load the providers’ scripts; what cannot be verified is said, and nothing is active', async ({
  browser,
}) => {
  const { page, context } = await buyer(browser, 'unverified');
  const policyOf = async (path: string) => (await page.request.get(path)).headers();
  const purchase = await policyOf('/settings?dialog=plan-starter-monthly');
  expect(purchase['content-security-policy']).toContain(`script-src 'self' ${paypal.url} ${razorpay.url};`);
  expect(purchase['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  for (const path of ['/', '/settings', '/settings?dialog=plan-free', '/links?dialog=plan-starter-monthly']) {
    const headers = await policyOf(path);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  }
  // Nobody who is signed out buys anything.
  const anonymous = await (await browser.newContext({ baseURL: paid.url })).request.get(
    '/settings?dialog=plan-starter-monthly',
  );
  expect(anonymous.headers()['content-security-policy']).toContain("script-src 'self';");
  await expect(page.locator(`script[src^="${paypal.url}"]`)).toHaveCount(0);

  const dialog = await openStarter(page);
  await dialog.getByText('Razorpay').click();
  await page.route('**/api/razorpay/verify-payment', (route) =>
    route.continue({
      postData:
        route
          .request()
          .postData()
          ?.replace(/"razorpay_signature":"\w{4}/, '"razorpay_signature":"0000') ?? '',
    }),
  );
  await dialog.getByRole('button', { name: 'Pay ₹414.17' }).click();
  await page.frameLocator('iframe[title="Razorpay Checkout"]').getByRole('button', { name: 'Pay now' }).click();
  await expect(toast(page, 'Payment Verification Failed')).toContainText(
    'Please contact support if amount was deducted',
  );

  await page.route('**/api/razorpay/create-order', (route) => route.fulfill({ status: 503, json: {} }));
  await dialog.getByRole('button', { name: 'Pay ₹414.17' }).click();
  await expect(toast(page, 'Failed to initiate payment. Please try again.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade to Starter', includeHidden: true })).toBeAttached();
  await context.close();
});

test('a script that is blocked or missing is said on the button', async ({ browser }) => {
  const { page, context } = await buyer(browser, 'blocked');
  await page.route('**/v1/checkout.js', (route) => route.abort());
  await page.route('**/web-sdk/v6/core', (route) => route.abort());
  const dialog = await openStarter(page);
  await expect(dialog.getByRole('button', { name: 'Error loading PayPal' })).toBeDisabled();
  await dialog.getByText('Razorpay').click();
  await expect(dialog.getByRole('button', { name: 'Error loading Razorpay' })).toBeDisabled();
  await context.close();

  const second = await buyer(browser, 'missing');
  await second.page.route('**/v1/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  const other = await openStarter(second.page);
  await other.getByText('Razorpay').click();
  await other.getByRole('button', { name: 'Pay ₹414.17' }).click();
  await expect(toast(second.page, 'Payment Failed')).toContainText('Razorpay SDK not loaded');
  await second.context.close();
});

test('a webhook alone activates the plan, and an open page shows it', async ({ browser }) => {
  const { page, context } = await buyer(browser, 'webhook');
  const dialog = await openStarter(page);
  await dialog.getByText('Razorpay').click();
  const started = page.waitForResponse('**/api/razorpay/create-order');
  await dialog.getByRole('button', { name: 'Pay ₹414.17' }).click();
  const { order_id: id } = await (await started).json();
  expect(await razorpay.notify(paid.url, 'payment.captured', razorpay.pay(id))).toBe(200);
  await expect(page.getByRole('link', { name: 'Upgrade to Professional', includeHidden: true })).toBeAttached();
  await context.close();
});
