/** For the health check of the image: exits with 0 if the process in this container is ready. */
fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
