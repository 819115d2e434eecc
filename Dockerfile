# The bot as one static binary on an empty image, not as root, built from these sources.
# Releases have deploy/Dockerfile, with the same image around the released binary.
#
#   docker build -t deuces .
#   docker run -e DISCORD_TOKEN=... -v deuces:/data deuces
#
# podman builds with --format docker: OCI's format has no health checks.

# The builder: any image with a shell, this version of Go, and certificates.
ARG BASE=docker.io/library/golang:1.26.5@sha256:3aff6657219a4d9c14e27fb1d8976c49c29fddb70ba835014f477e1c70636647
FROM ${BASE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags=nopgxregisterdefaulttypes -ldflags="-s -w" -o /deuces . && deploy/notices >/NOTICES && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /deuces /deuces
COPY --from=build /src/LICENSE /NOTICES /licenses/
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV DEUCES_DB=/data/deuces.db STATUS_ADDR=127.0.0.1:8081 TMPDIR=/data
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s CMD ["/deuces", "health"]
ENTRYPOINT ["/deuces"]
