/** Material UI's tooltip, in a file of its own because phones rarely need it. */
export { default } from '@mui/material/Tooltip';
