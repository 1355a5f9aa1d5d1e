/** All publications that the demo serves. */
import type { Publication } from '../article.ts';
import { atelierElan } from './atelier-elan.ts';
import { northbankCourier } from './northbank-courier.ts';
import { plainDesk } from './plain-desk.ts';
import { slowSpoke } from './slow-spoke.ts';

export const PUBLICATIONS: readonly Publication[] = [slowSpoke, plainDesk, northbankCourier, atelierElan];
